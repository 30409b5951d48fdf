/** For a dialog: a long title ends before the cross that closes it, which antd lays over it. */
export const besideClose = { header: { paddingInlineEnd: 24 } }
