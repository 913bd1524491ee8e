import type { VNode } from 'preact'
import { COMMENT_LENGTH_MAX, type HeldMessage, type HeldTransaction } from '#protocol/approver-api.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { t } from '#web/ui/text.ts'
import { nameText } from './names.tsx'
import { Moment } from './problem.tsx'

type SharedApprovalProps = {
  held: Pick<HeldTransaction | HeldMessage, 'approvers' | 'approvalsRequired' | 'numbers'>
  comment: string
  setComment: (comment: string) => void
}

/**
 * The number of required approvals, the people who are asked with their decisions, and a field for the person's own
 * comment.
 */
export function SharedApproval({ held, comment, setComment }: SharedApprovalProps): VNode {
  const { approvers = [], approvalsRequired: required = 1, numbers } = held
  const given = approvers.filter(({ decision }) => decision === 'approve').length
  return (
    <section>
      <h2>
        {t('{given} of {required, plural, one {# approval} other {# approvals}}', {
          given: String(given),
          required,
        })}
      </h2>
      <ul class="plain">
        {approvers.map((one) => (
          <li key={one.name}>
            {one.self ? t('You') : nameText(one.name)} · <Decision {...one} />
            {one.comment !== undefined && (
              <small class="block">{harmlessText(one.comment, COMMENT_LENGTH_MAX).text}</small>
            )}
            {one.carriedOver && (
              <small class="block">{t('Carried over from the request that expired')}</small>
            )}
          </li>
        ))}
      </ul>
      <p class="hint">{t('Comments are not signed with the passkey.')}</p>
      {numbers !== undefined && (
        <label class="field">
          {t('Comment (optional)')}
          <input
            value={comment}
            maxLength={COMMENT_LENGTH_MAX}
            onInput={(event) => setComment(event.currentTarget.value)}
          />
        </label>
      )}
    </section>
  )
}

type Approver = NonNullable<SharedApprovalProps['held']['approvers']>[number]

function Decision({ decision, decidedAtDatetime: at, removed }: Approver) {
  if (removed) return <>{t('Removed')}</>
  if (decision === undefined || at === undefined) return <>{t('Not decided')}</>
  return (
    <>
      {decision === 'approve' ? t('Approved') : t('Declined')} · <Moment at={at} />
    </>
  )
}
