import { approvalLink } from '#e2e/fixtures/approver-steps.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import type { DrivenPage } from './page.ts'
import { pay } from './try-widget.ts'

/**
 * Enrols the wallet's end-user in the approval app and approves the next held payment there.
 *
 * @throws Error that names the first missing result
 */
export async function tryApproval(page: DrivenPage, stack: Stack, email: string): Promise<void> {
  await page.open(await approvalLink(stack, email, 'invite'))
  await page.click('button', 'Create approval passkey')
  await page.see('h1, h2', 'Waiting for you')

  await page.open(stack.demoUrl)
  await pay(page)
  const number = (await page.see('h2, h3', 'Pick ')).replace('Pick ', '')

  await page.open(await approvalLink(stack, email, 'transaction'))
  await page.click('.numbers label', number)
  await page.click('button', 'Approve')
  await page.see('[role=status]', 'Confirmed')
}
