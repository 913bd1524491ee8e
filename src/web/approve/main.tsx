import './styles.css'
import * as z from 'zod/mini'
import type { Texts } from '#protocol/display/language.ts'
import { keepFocus } from '#web/ui/keep-focus.ts'
import { startPage } from '#web/ui/start-page.tsx'
import { t } from '#web/ui/text.ts'
import { App } from './app.tsx'
import { storeNoticeTexts } from './notice-texts.ts'
import { registerWorker } from './register-worker.ts'

// Our content security policy forbids `eval`. Zod must not test whether it is allowed.
z.config({ jitless: true })

const catalogues = import.meta.glob<Texts>('./texts/*.json', { eager: true, import: 'default' })
keepFocus()
void startPage({
  App,
  title: () => t('Approvals'),
  catalogues,
  onLanguage: () => {
    // Without storage, notices stay in the previous language.
    storeNoticeTexts().catch(() => undefined)
  },
})
// Without the worker, the app works online and without notifications.
registerWorker().catch(() => {})
