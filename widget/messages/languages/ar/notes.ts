import type { NotesMessages } from '#widget/messages/notes-en.ts'

export const notes: NotesMessages = {
  balance: (before, after) => `لديك ${before}، وبعد هذا ${after}.`,
  source: 'بحسب الخادم.',
  feeLarge: 'الرسوم أكبر مما ترسله.',
  first: (address, whole) =>
    whole
      ? `لم تتعامل هذه المحفظة مع ${address} من قبل. قارن العنوان حرفًا حرفًا.`
      : `لم تتعامل هذه المحفظة مع ${address} في الآونة الأخيرة. قارن العنوان حرفًا حرفًا.`,
  unfinished: (address, until) =>
    `هناك دفعة سابقة إلى ${address} لم تنتهِ بعد، ويمكن تنفيذها حتى ${until}. إذا أكّدت هذه أيضًا فقد تدفع مرتين.`,
  imitates: {
    wallet: (address) => `يبدأ ${address} وينتهي مثل عنوان هذه المحفظة، وهو عنوان آخر.`,
    known: (address, original) =>
      `يبدأ ${address} وينتهي مثل ${original} الذي تعاملت معه هذه المحفظة، وهو عنوان آخر. أحدهم يريدك أن تخلط بينهما.`,
    token: (address, original) =>
      `يبدأ ${address} وينتهي مثل ${original}، وهو عقد رمز مميز، وهو عنوان آخر. أحدهم يريدك أن تخلط بينهما.`,
  },
}
