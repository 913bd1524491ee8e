import { drawPage } from '#web/ui/draw-page.tsx'
import { t } from '#web/ui/text.ts'
import { App } from './app.tsx'
import './styles.css'

const catalogues = import.meta.glob<Record<string, string>>(
  ['./texts/*.json', '../ui/texts/*.json', '../../protocol/display/texts/*.json'],
  { eager: true, import: 'default' },
)
void drawPage({ App, title: () => t('Rescue a wallet'), catalogues })
