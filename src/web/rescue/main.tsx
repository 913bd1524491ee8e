import { startPage } from '#web/ui/start-page.tsx'
import { t } from '#web/ui/text.ts'
import { App } from './app.tsx'
import './styles.css'

const catalogues = import.meta.glob<Record<string, string>>(
  ['./texts/*.json', '../ui/texts/*.json', '../../protocol/display/texts/*.json'],
  { eager: true, import: 'default' },
)
void startPage({ App, title: () => t('Rescue a wallet'), catalogues })
