import { useWatch, type UseFormReturn } from 'react-hook-form'
import { SelectField } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { kindNote, kindTitle, PERMISSION_KINDS, SENDING_KINDS } from './send-kinds.ts'
import type { SendValues } from './send-values.ts'

/** What is to be done. What is typed for one kind stays while another one is looked at. */
export function KindField({ form }: { form: UseFormReturn<SendValues> }) {
  const kind = useWatch({ control: form.control, name: 'kind' })
  return (
    <SelectField
      label={t('What do you want to do?')}
      hint={kindNote(kind)}
      {...form.register('kind', {
        onChange: () => {
          form.clearErrors()
          form.setValue('isUnderstood', false)
        },
      })}
    >
      <optgroup label={t('Send')}>
        {SENDING_KINDS.map((one) => (
          <option key={one} value={one}>
            {kindTitle(one)}
          </option>
        ))}
      </optgroup>
      <optgroup label={t('Permissions')}>
        {PERMISSION_KINDS.map((one) => (
          <option key={one} value={one}>
            {kindTitle(one)}
          </option>
        ))}
      </optgroup>
    </SelectField>
  )
}
