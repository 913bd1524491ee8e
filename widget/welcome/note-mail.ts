import type { WidgetApi } from '#widget/api.ts'
import { listOf } from '#widget/checks.ts'
import { h } from '#widget/screens/dom.ts'
import { icon } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import { welcomeEn } from '#widget/texts/en.ts'

const isAnything = (_input: unknown): _input is unknown => true
/** `GET /wallets?approver=enrolled`. Only the number of wallets matters. */
const isList = listOf(isAnything)

/**
 * Returns the note on the invitation that the service mails the user of a new wallet (profile 9). Undefined without an
 * approval app, without an end-user, or if the user has enrolled.
 */
export async function noteMail(
  { stage, signal }: { stage: Stage; signal: AbortSignal },
  api: Pick<WidgetApi, 'get' | 'config'>,
): Promise<HTMLElement | undefined> {
  const [{ externalUserId, approvalUrl }, enrolled] = await Promise.all([
    api.config(signal),
    api.get('/wallets?approver=enrolled', isList, signal),
  ])
  if (externalUserId === undefined || approvalUrl === undefined || enrolled.length > 0) return undefined
  const texts = stage.messages.parts?.welcome ?? welcomeEn
  return h(
    'div',
    { class: 'note' },
    icon('mail'),
    h('div', {}, h('strong', {}, texts.mail), h('p', {}, texts.link)),
  )
}
