import {
  AccountBookOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BlockOutlined,
  CreditCardOutlined,
  DatabaseOutlined,
  FileProtectOutlined,
  HomeOutlined,
  PayCircleOutlined,
  ReconciliationOutlined,
  SafetyOutlined,
  SettingOutlined,
  ShopOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

/** Icons of menu sections by the key in the menu row. */
export const menuIcons: Record<string, ComponentType> = {
  home: HomeOutlined,
  settlement: CreditCardOutlined,
  reconciliation: ReconciliationOutlined,
  abnormal: WarningOutlined,
  data: DatabaseOutlined,
  catalogue: AccountBookOutlined,
  record: FileProtectOutlined,
  liquidation: PayCircleOutlined,
  report: BarChartOutlined,
  audit: AuditOutlined,
  store: ShopOutlined,
  company: BankOutlined,
  permission: SafetyOutlined,
  plugin: BlockOutlined,
  system: SettingOutlined,
}

export const OtherIcon = AppstoreOutlined
