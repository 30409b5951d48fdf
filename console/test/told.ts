import type { Page } from 'playwright-core'

/** What a screen reader is told that can be reached: role and name. */
export const told = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored, role }) => !ignored && /^(button|tab|textbox|combobox|link|menuitem)$/.test(role?.value))
    .map(({ role, name }) => `${role?.value} ${name?.value}`)
}
