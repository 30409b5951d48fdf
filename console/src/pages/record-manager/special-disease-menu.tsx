import { defineSides } from '../../kit/index.ts'
import { Chronic } from './special-disease-menu/chronic.tsx'
import { TwoDiseases } from './special-disease-menu/two-diseases.tsx'

/** What a person is filed for so that it is settled by its own terms: chronic diseases, and residents' two. */
export default defineSides('备案类别', [
  { value: 'chronic', label: '慢特病', List: Chronic },
  { value: 'twoDiseases', label: '门诊两病', List: TwoDiseases },
])
