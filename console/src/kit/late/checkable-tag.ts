import { Tag } from 'antd'

/** A tag to press, by itself: as a property of another component it could not be read later. */
export default Tag.CheckableTag
