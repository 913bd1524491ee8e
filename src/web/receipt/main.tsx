import type { Texts } from '#protocol/display/language.ts'
import { startPage } from '#web/ui/start-page.tsx'
import { t } from '#web/ui/text.ts'
import { App } from './app.tsx'
import './styles.css'

const catalogues = import.meta.glob<Texts>('./texts/*.json', { eager: true, import: 'default' })
void startPage({ App, title: () => t('Verify a receipt'), catalogues })
