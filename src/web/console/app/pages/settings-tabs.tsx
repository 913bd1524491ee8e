import { Tabs } from '#web/console/components/page.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

export function SettingsTabs() {
  return (
    <Tabs
      label={t('Settings')}
      tabs={[
        { to: paths.settings.href(), label: t('General') },
        { to: paths.policies.href(), label: t('Policies') },
      ]}
    />
  )
}
