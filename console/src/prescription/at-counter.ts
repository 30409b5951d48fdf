// What the counter does with prescriptions that the store keeps, in one file of the build, read when it is asked for.
export { enterAtCounter } from './enter.tsx'
export { matchGoods } from './match.tsx'
export { reviewHere } from './review.tsx'
