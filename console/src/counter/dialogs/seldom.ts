// What most customers do not need (late.ts).
export { DiseaseBalance } from '../parts/disease-balance.tsx'
export { HerbsWord } from '../parts/herbs-word.tsx'
export { MessageLog } from '../parts/message-log.tsx'
export { NextBar, Steps } from '../parts/steps.tsx'
export { browserPrint } from '../world/browser-print.ts'
export { billWatch, seldomCalls } from '../world/seldom-calls.ts'
export { DialogOf } from './dialog-of.tsx'
export { SlipPreview } from './slip-preview.tsx'
