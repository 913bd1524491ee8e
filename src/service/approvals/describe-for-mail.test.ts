import { expect, test } from 'vitest'
import { ADVERSARIAL_CALLS, KNOWLEDGE, WALLET } from '#contracts/testing/adversarial-calls.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { mustShow } from '#protocol/testing/must-show.ts'
import { mailText } from '#service/email/mailer.ts'
import { describeForMail } from './describe-for-mail.ts'

const HEX_SHOWN = 40

test('behavior: every dangerous part of hundreds of calls has its warning in the mail, with its recipient and content', () => {
  for (const { name, call } of ADVERSARIAL_CALLS)
    for (const [known, tokens] of KNOWLEDGE) {
      const signed = {
        chainId: 1,
        walletAddress: WALLET,
        toAddress: call.to,
        value: call.value,
        data: call.data,
      }
      const description = describeCall({ ...signed, tokens })
      const lines = describeForMail(description, mailText('en'))
      const text = lines.join('\n')
      const { dangers, facts, amounts } = mustShow(description)
      for (const danger of dangers) expect(text, `${name}, ${known}`).toContain(`Warning: ${danger}`)
      // The mail shortens long bytes; the approval app shows them.
      for (const fact of [...facts, ...amounts.map((amount) => amount.text)])
        expect(text, `${name}, ${known}`).toContain(fact.slice(0, HEX_SHOWN))
      if (description.severity !== 'danger') expect(text, `${name}, ${known}`).not.toContain('Warning:')
    }
})
