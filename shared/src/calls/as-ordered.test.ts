import { expect, test } from 'vitest'
import { allCalls } from './index.ts'

// The calls that the order names (SPEC 7), letter by letter: other programs call them too, so no renaming of ours reaches
// them. Server and console read one definition, and would both follow a slip of the hand without a word.

const order = `
POST Auth Login SilentLogin RefreshToken RefreshLogInRoleCache Logout/:
GET Disease GetDiseaseByPage GetMaxVersionInfo DownloadDisease SearchDiseaseList
GET DiseasesInfo GetPaged Get/: PullInsuTypes
POST DiseasesInfo Add Update Upload/: RepealDiseasesInfo
POST Dictionary Map EnableItem/: StopItem/: AddItem UpdateItem DeleteItem/: Download/ SubmitDynamicDropdowns SetItemDefault
GET Dictionary Paged CodeTypes AllDictionaryList InsDistricts SearchDynamicDropdowns GetHistoryDynamicDropdowns :
GET Progress Percentage
GET District PullDistrictTree
GET YBConfig PullMedicalAreaCodes PullCardReaderTypes PullYBConfigOptionsV2 PullYBConfigOptionsUI PullUserMedicalAreaCodes
POST YBConfig SaveYBConfigOptions RemoveConfigFileTemplate/:
GET Doctor . StoreDoctors/:
POST Doctor Add Update Get/: Delete/: UpdateDoctorByOnce
GET InsPractitioner SyncMedicalStaffs
POST InsPractitioner InsPractitionerQueryByName
POST Institution GetMedicalInfos
GET Card PageDropDown Read ReadAgain FollowCacheGetCardInfo Disease SearchDisease SearchDiseaseByType DiseaseBalance
POST Card ChangeCardPassword CheckCardPassword
POST BuyLog QueryUserBuyLog
POST MatchsOutsideRxExternal EcRxGetSeqNoHass
POST Acceptance OneKeyAcceptance
GET Organ PullOrgans PullOrgan/: PullMedicalAreaStores PullStores/: PullCompanyStores PullUserRoleStores PullUserStores
GET Organ PullErpStores GetStoreTree GetStoreTreeByAreaCode
POST Organ CreateOrgan ChangeOrgan CloseOrgan/:
GET Company PullCompanies
POST QrCode Save Query
GET User PullStoreUsers/: PullStoreUser/:
POST User CreateUser ChangeUser ChangePassword ForceChangePassword ResetPassword/: Logoff/:
POST CompanyUser ResetAdminPassword/:
GET HintMessage HintMessagePageQuery GetRegexList SearchFromLucene
POST HintMessage GetHintMessageInfo/: AddHintMessageInfo EditHintMessageInfo DelHintMessageInfo/: GetGuideListByMsg
POST HintMessage EditRegexInfo CreateLuceneIndex
GET Catalogue GetItemDirectoryByPage SearchItemDirectoryList DownloadCatalogue DownloadCatalogueBySize
GET Catalogue DownloadEcRxCatalogueBySize GetLimitPriceDictionaryInfo MedicalInsuranceCatalogOwnExpenseRatioInfoQuery
GET Catalogue GetSelfPayDictionaryInfo GetItemDirectoryById GetMaxVersionInfo GetItemDirectoryBySelect
POST Catalogue MedicalInsuranceCatalogFixedPriceInfoQuery AddCatalogue UpdateCatalogue delCatalogue
GET Role GetMenuButtonByUser GetUserTree GetDataRoleByUser GetUserTreeByPage GetMenuRoleByUser GetHaveMenuRoleByUser
GET Role GetHaveDataRoleByUser GetUserListByRoleId GetUserInfo GetMenuTreeByRole GetMenuTreeByUser GetRoleInfo
GET Role GetUserCompanyTreeChildrenPage GetDataRoleListByRefId
POST Role AddUser EditUser StopUser InitUserPassword GetDataTreeByRoles AddMenuRole UpdateMenuTreeByRole AddDataRole
POST Role UpdateDataRole RemoveMenuRole UpdateMenuRoleStatus GetMenuTreeByRoles UpdateUserMenuRole GetUserCompanyTree
POST Role GetCheckUserCompanyTree RemoveDataRole UpdateDataRoleStatus EditUserDataRole
`

const ordered = order
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [method, controller, ...actions] = line.split(' ')
    return actions.map((action) => `${method} /api/${controller}${action === '.' ? '' : `/${action}`}`)
  })

test('every call of the order is there, by its method and its spelling', () => {
  const ours = new Set(allCalls().map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`))
  expect(ordered.filter((call) => !ours.has(call))).toEqual([])
  expect(ordered).toHaveLength(146)
})
