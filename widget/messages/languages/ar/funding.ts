import type { FundingMessages } from '#widget/messages/funding-en.ts'

export const funding: FundingMessages = {
  heading: 'أضف عملات',
  lede: 'تدفع هذه المحفظة رسومها بنفسها، لذا تحتاج أولًا إلى رصيد صغير.',
  missing: 'أرسل على الأقل',
  address: 'إلى هذا العنوان',
  watching: 'ننتظر. نتابع تلقائيًّا فور وصول الدفعة.',
  stalled: 'تعذّرت قراءة الرصيد. نواصل المحاولة.',
  arrived: 'وصل حتى الآن',
}
