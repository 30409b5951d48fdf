// 中药饮片: what the centre is told of them once for all of a basket (tcmdrug_used_way and how many doses they make).

/**
 * Whether goods are herbs by their national code: decoction pieces (T…), and granules made of them (P…), which are dispensed
 * by the dose as they are. Of goods without a mapping nobody knows.
 */
export const isHerb = (nationalCode: string): boolean => /^[TP]/.test(nationalCode)

/** How so many different herbs are used unless somebody says otherwise: 1 复方, several in one formula; 2 单方, one alone. */
export const usualUse = (kinds: number): '1' | '2' => (kinds > 1 ? '1' : '2')

/** What prd_days can hold (N4,2), and what a person takes something for at most. */
export const mostDays = 99
