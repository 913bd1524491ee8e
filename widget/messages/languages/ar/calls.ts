import type { CallMessages } from '#widget/messages/calls-en.ts'
import { plural } from '#widget/messages/plural.ts'

const items = (count: number) =>
  plural('ar', count, {
    one: 'نوع واحد من العناصر',
    two: 'نوعان من العناصر',
    few: `${count} أنواع من العناصر`,
    other: `${count} نوعًا من العناصر`,
  })

export const calls: CallMessages = {
  what: {
    allowance: (amount) => ({ label: 'تسمح بإنفاق', main: amount }),
    allowanceWithoutLimit: (token) => ({
      label: 'تسمح بإنفاق',
      main: token === '' ? 'كل شيء، بلا حد' : `كل ${token}، بلا حد`,
    }),
    allowanceWithdrawn: (token) => ({
      label: 'تسحب إذنًا بالإنفاق',
      main: token === '' ? 'هذه العملات' : token,
    }),
    ambiguous: (number) => ({
      label: 'تعطي إذنًا على',
      main: number,
      remark: 'أصغر وحدات عملة ما، أو العنصر الذي يحمل هذا الرقم: لا أحد هنا يعرف أيّهما.',
    }),
    ambiguousWithoutLimit: () => ({ label: 'تسمح بإنفاق', main: 'كل شيء، بلا حد' }),
    ambiguousWithdrawn: (number) => ({ label: 'تسحب إذنًا', main: `الرقم ${number}` }),
    item: (id) => ({ label: 'ترسل', main: `العنصر ${id}` }),
    itemGrant: (id) => ({ label: 'تسمح بنقل', main: `العنصر ${id}` }),
    itemWithdrawn: (id) => ({ label: 'تسحب الإذن بنقل', main: `العنصر ${id}` }),
    units: (units, id) => ({ label: 'ترسل', main: `${units} من العنصر ${id}` }),
    batch: (count) => ({ label: 'ترسل', main: items(count) }),
    everyItem: (name) => ({
      label: 'تسمح بنقل',
      main: name === '' ? 'كل العناصر، الآن ولاحقًا' : `كل عناصر ${name}، الآن ولاحقًا`,
    }),
    everyItemWithdrawn: (name) => ({
      label: 'تسحب الإذن بنقل',
      main: name === '' ? 'كل العناصر' : `كل عناصر ${name}`,
    }),
    unknown: () => ({ label: 'تستدعي عقدًا', main: 'لا أحد هنا يعرف ما الذي يفعله هذا' }),
  },
  labels: {
    amounts: 'الكمية',
    collection: 'المجموعة',
    contract: 'العقد',
    everyRow: 'كل العناصر التي تُرسَل',
    id: 'العنصر',
    nobody: 'لا أحد',
    operator: 'من يحق له نقلها',
    row: 'الصف',
    spender: 'من يحق له ذلك',
    withdrawnFrom: 'يُسحب من',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS: 'كان هذا سيفشل، فلم يُرسَل. تحقق من أن في المحفظة ما يلزم، ومن الذي يستلمه.',
    },
    warnings: {
      'ambiguous-token': 'لا تقول البيانات إن كان هذا مبلغًا من عملة أو عنصرًا من مجموعة. اقرأ الرقم بالمعنيين.',
      'operator-grant':
        'من تسمّيه هنا يستطيع نقل كل عناصر هذه المجموعة من محفظتك، الآن ولاحقًا، إلى أن تسحب الإذن.',
      'to-token-contract': 'المستلم هو عقد الرمز المميز نفسه. ما يُرسَل إليه يضيع.',
      'unknown-call': 'لا أحد هنا يعرف ما الذي يفعله هذا الاستدعاء.',
      'unlimited-allowance':
        'من تسمّيه هنا يستطيع أخذ كل ما في محفظتك من هذه العملة، الآن ولاحقًا، إلى أن تسحب الإذن.',
      'value-with-call': 'يرسل الاستدعاء أيضًا عملة السلسلة نفسها.',
    },
    states: {
      CONFIRMED: { heading: 'تم التأكيد', text: 'هذا نهائي.' },
      FAILED: {
        heading: 'فشل',
        text: 'رفضته سلسلة الكتل، ولم يتغير شيء. تحقق مما يلزمه قبل إعداده من جديد.',
      },
    },
    working: { prepare: 'جارٍ الإعداد…' },
    confirm: { fingerprintHint: 'تظهر الكلمات نفسها حيثما يُعرض هذا الاستدعاء.' },
  },
}
