import { useCallback, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import { StateBadge } from '#web/console/components/badge.tsx'
import { Button } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { CodeBlock } from '#web/console/components/values.tsx'
import { language, t } from '#web/ui/text.ts'
import { openWidgetSession, WidgetGate } from '#web/console/lib/widget-gate.tsx'
import {
  attributesOf,
  contrastChecks,
  cssOf,
  PLAIN,
  tokensOf,
  type ContrastCheck,
  type ThemeChoice,
  ThemeForm,
} from './theme-form.tsx'

/** Names of languages, which are not translated. */
const TITLES = { css: 'CSS', tag: 'HTML' }

/** Chooses a theme, previews it on the widget and shows the snippet to paste. */
export function ThemeStudio(): ReactElement {
  const [choice, setChoice] = useState<ThemeChoice>(PLAIN)
  const css = cssOf(choice)
  const attributes = attributesOf(choice)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:grid-rows-[auto_1fr]">
      <Card title={t('Look')} actions={<Button onClick={() => setChoice(PLAIN)}>{t('Reset')}</Button>}>
        <ThemeForm choice={choice} onChange={setChoice} />
      </Card>
      <div className="flex min-w-0 flex-col gap-6 lg:row-span-2">
        <Card title={t('Preview')}>
          {/* Inert, so that nothing inside can be pressed. */}
          <div inert className="rounded-md border border-dashed border-line bg-canvas p-4">
            <WidgetGate>
              <PreviewedWidget choice={choice} />
            </WidgetGate>
          </div>
        </Card>
        <Card
          title={t('Contrast')}
          note={t('Text on the accent is black or white, whichever reads better.')}
          flush
        >
          <ul className="divide-y divide-line">
            {contrastChecks(choice).map((check) => (
              <CheckRow key={`${check.pair} ${check.scheme}`} check={check} />
            ))}
          </ul>
        </Card>
      </div>
      <Card title={t('Snippet')} note={t('Put the rule into a style sheet of your page.')}>
        <div className="flex flex-col gap-4">
          {css === '' && attributes === '' && (
            <p className="text-sm text-muted">{t('Nothing to add: this is the default.')}</p>
          )}
          {css !== '' && <CodeBlock title={TITLES.css} what={t('snippet')} code={css} />}
          {attributes !== '' && (
            <CodeBlock
              title={TITLES.tag}
              what={t('the tag')}
              code={`<latchkey-wallet${attributes} api-url="${window.location.origin}" flow="create"></latchkey-wallet>`}
            />
          )}
        </div>
      </Card>
    </div>
  )
}

function CheckRow({ check: { pair, scheme, ratio, least } }: { check: ContrastCheck }) {
  const fine = ratio >= least
  const numbers = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 })
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 text-sm">
      <StateBadge tone={fine ? 'success' : 'danger'} label={fine ? t('Passed') : t('Too little')} />
      <span className="min-w-0">
        {checkWords(pair, scheme)}
        <span className="block text-muted tabular-nums">
          {t('{ratio}, at least {least}:1', {
            ratio: `${numbers.format(ratio)}:1`,
            least: numbers.format(least),
          })}
        </span>
      </span>
    </li>
  )
}

function checkWords(pair: ContrastCheck['pair'], scheme: ContrastCheck['scheme']): string {
  if (pair === 'text-on-surface')
    return scheme === 'light' ? t('Text on the background, light') : t('Text on the background, dark')
  return scheme === 'light' ? t('Accent on the background, light') : t('Accent on the background, dark')
}

/** The built widget with the chosen theme. */
function PreviewedWidget({ choice }: { choice: ThemeChoice }) {
  const element = useRef<HTMLElement>(null)
  const getToken = useCallback(() => openWidgetSession({ operations: ['create'] }), [])
  useLayoutEffect(() => {
    const { style } = element.current ?? {}
    if (style === undefined) return
    const tokens = tokensOf(choice)
    for (const [name, value] of tokens) style.setProperty(name, value)
    return () => {
      for (const [name] of tokens) style.removeProperty(name)
    }
  }, [choice])
  return (
    <latchkey-wallet
      ref={element}
      api-url={window.location.origin}
      flow="create"
      theme={choice.scheme}
      locale={choice.locale === '' ? undefined : choice.locale}
      getToken={getToken}
    />
  )
}
