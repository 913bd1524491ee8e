import { Card } from '#web/console/components/card.tsx'
import { ChoiceTabs } from '#web/console/components/choice-tabs.tsx'
import { CodeBlock, Rich } from '#web/console/components/values.tsx'
import { t } from '#web/ui/text.ts'
import { signatureSnippets } from './signature-snippets.ts'

/** Names of languages: the same in every language. */
const LANGUAGES = [
  { value: 'node', label: 'Node.js' },
  { value: 'python', label: 'Python' },
  { value: 'php', label: 'PHP' },
] as const
const FILES = { node: 'receiver.mjs', python: 'receiver.py', php: 'receiver.php' }

/** A receiver to start from that verifies its requests, in three languages. */
export function SignatureCard({ url = 'https://shop.example/webhooks' }: { url?: string }) {
  return (
    <Card
      title={t('Check the signature')}
      note={t('Deliveries follow Standard Webhooks: any of its libraries verifies them.')}
    >
      <ChoiceTabs label={t('Language of your backend')} choices={LANGUAGES}>
        {(language = 'node') => (
          <CodeBlock
            title={FILES[language]}
            what={t('backend code')}
            code={signatureSnippets(url)[language]}
          />
        )}
      </ChoiceTabs>
      <p className="mt-3 text-sm text-muted">
        <Rich
          text="The same event may arrive twice, always with the same {header}. Events can arrive out of order."
          parts={{ header: <code className="font-mono text-ink">webhook-id</code> }}
        />
      </p>
    </Card>
  )
}
