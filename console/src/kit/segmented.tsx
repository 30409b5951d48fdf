import { Segmented, type SegmentedProps } from 'antd'

/** One of a few. antd makes the group a stop of the keyboard, at which no key does anything, before its choices, which are one. */
export default <T extends string | number>(props: SegmentedProps<T>) => <Segmented<T> {...props} tabIndex={-1} />
