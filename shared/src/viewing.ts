/** What whoever views as somebody else is told of what is more than a look: the server's refusal, and the console's before it asks. */
export const viewOnly = {
  error: '仅查看，不能{what}',
  tips: '正在以他人身份查看，需要操作时请用本人账号操作',
} as const

/** How a call is named in it. */
export const callWords = (title: string): string => `使用「${title}」`
