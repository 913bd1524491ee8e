import * as z from 'zod/mini'
import type { QueryKey } from '@tanstack/react-query'
import { createIntegrationRequestSchema, type Integration, WIDGET_OPERATIONS } from '#protocol/console-api.ts'
import { originProblem } from '#protocol/passkey/origin.ts'
import { ChoiceList, TextAreaField, TextField, Form } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { type IntegrationRequest, operationLooks } from './integration-requests.ts'

const EXAMPLE_ORIGIN = 'https://shop.example'

const choices = () => {
  const looks = operationLooks()
  return WIDGET_OPERATIONS.map((operation) => ({ value: operation, ...looks[operation] }))
}

export const formSchema = z.object({
  label: createIntegrationRequestSchema.shape.label,
  origins: z.string().check(
    z.superRefine((text, context) => {
      const origins = originsOfText(text)
      const refused = (message: string, index?: PropertyKey) => {
        const line = typeof index === 'number' ? `${t('line {line}:', { line: index + 1 })} ` : ''
        context.addIssue({ code: 'custom', message: line + message, input: text })
      }
      const parsed = createIntegrationRequestSchema.shape.origins.safeParse(origins)
      for (const { message, path } of parsed.error?.issues ?? []) refused(message, path[0])
      for (const [index, origin] of origins.entries()) {
        const problem = originProblem(origin)
        if (problem !== undefined) refused(problem, index)
      }
    }),
  ),
  operations: createIntegrationRequestSchema.shape.operations,
})

type IntegrationFormProps<Result> = {
  /** The integration to change; absent: a new one. */
  integration?: Integration
  action: string
  send: (request: IntegrationRequest, idempotencyKey: string) => Promise<Result>
  onDone: (result: Result) => unknown
  /** Refetched before. */
  refetch?: QueryKey
}

/** A product's name, its origins, and what its users can do. */
export function IntegrationForm<Result>(props: IntegrationFormProps<Result>) {
  const { integration, action, send, ...after } = props
  const { form, errors, field, frame } = useSchemaForm(formSchema, {
    defaultValues: {
      label: integration?.label ?? '',
      origins: integration?.origins.join('\n') ?? '',
      operations: integration?.operations ?? ['create', 'transfer', 'execute'],
    },
    send: ({ origins, ...values }, key) => send({ ...values, origins: originsOfText(origins) }, key),
    ...after,
  })
  return (
    <Form {...frame} action={action} className="gap-6">
      <TextField
        label={t('Name')}
        hint={t('The product that embeds the widget, for example “Web shop”.')}
        autoFocus
        {...field('label')}
      />
      <TextAreaField
        label={t('Origins')}
        hint={t(
          'One per line: scheme, host and port, without a path. Only pages of these origins can use the widget.',
        )}
        placeholder={EXAMPLE_ORIGIN}
        rows={3}
        mono
        spellCheck={false}
        {...field('origins')}
      />
      <ChoiceList
        legend={t('What its users can do')}
        kind="checkbox"
        choices={choices()}
        control={form.register('operations')}
        error={errors.operations?.message}
      />
    </Form>
  )
}

/** One origin per line (or after a comma), without the trailing slash of a pasted address. */
export function originsOfText(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim().replace(/\/$/, ''))
    .filter((line) => line !== '')
}
