import type { HeldMessages } from '#widget/messages/held-en.ts'

export const held: HeldMessages = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'بانتظار موافقتك',
      text: 'وافق أو ارفض في تطبيق الموافقة. لا يُرسَل شيء قبل ذلك.',
    },
    APPROVED: { heading: 'تمت الموافقة', text: 'يجري الإرسال إلى سلسلة الكتل.' },
    REJECTED: {
      heading: 'رُفض',
      text: 'رُفض في تطبيق الموافقة. لم يُرسَل شيء. إن كان ذلك سهوًا فأعدّه من جديد.',
    },
    EXPIRED: {
      heading: 'انتهت المهلة',
      text: 'لم تتم الموافقة في الوقت المحدد. لم يُرسَل شيء. أعدّه من جديد لتحصل على رقم جديد.',
    },
  },
  number: (number) => `اختر ${number}`,
  pick: 'اختر هذا الرقم في تطبيق الموافقة لتوافق. لا يُرسَل شيء قبل ذلك.',
  timeLeft: (time) => `الوقت المتبقي: ${time}`,
  open: 'فتح تطبيق الموافقة',
  mailed: (email) => `أرسلنا رابطًا إلى ${email ?? 'بريدك'}.`,
  reported: 'قلت إنك لم تطلب ذلك. لم يُرسَل شيء، وأُبلغت المؤسسة.',
}
