import type { SigningMessages } from '#widget/messages/signing-en.ts'
import { plural } from '#widget/messages/plural.ts'

const callsOf = (count: number) =>
  plural('ar', count, {
    one: 'استدعاء واحد',
    two: 'استدعاءان',
    few: `${count} استدعاءات`,
    other: `${count} استدعاءً`,
  })

const bytesOf = (count: number) =>
  plural('ar', count, { one: 'بايت واحد', two: 'بايتان', other: `${count} بايت` })

export const signing: SigningMessages = {
  what: {
    coins: (amount) => ({ label: 'ترسل', main: amount }),
    moved: (amount) => ({ label: 'تنقل ما في حساب آخر', main: amount }),
    moreAllowance: (amount) => ({ label: 'تسمح بإنفاق المزيد', main: amount }),
    several: (count) => ({
      label: 'توقّع مرة واحدة على',
      main: callsOf(count),
      remark: 'تُنفَّذ بهذا الترتيب: كلها أو لا شيء منها.',
    }),
    backup: () => ({ label: 'تغيّر هذه المحفظة', main: 'تحصل على هذا العنوان الاحتياطي' }),
    backupRemoved: () => ({ label: 'تغيّر هذه المحفظة', main: 'لن يكون لها عنوان احتياطي' }),
    recoveryCancelled: () => ({ label: 'تغيّر هذه المحفظة', main: 'تُلغى الاستعادة' }),
    callCancelled: () => ({ label: 'أنت تسحب', main: 'استدعاء وقّعته' }),
    told: (said) => ({
      label: 'تقول هذه الصفحة',
      main: said,
      remark: 'هذا كلام الصفحة، ولم يتحقق منه أحد هنا. العناوين والأرقام مقروءة من الاستدعاء نفسه.',
    }),
  },
  labels: {
    backup: 'العنوان الاحتياطي',
    data: 'البيانات',
    extraData: 'بيانات مرفقة',
    holder: 'يؤخذ من',
    length: 'الطول',
    selector: 'الدالة',
    value: 'يُرسَل أيضًا',
  },
  callOf: (number, count) => `الاستدعاء ${number} من ${count}`,
  bytes: bytesOf,
  warnings: {
    'allowance-over-balance': 'هذا أكثر مما في محفظتك: قد يؤخذ أيضًا ما يصل لاحقًا.',
    'from-other-account': 'ما يُنقَل يخص حسابًا آخر سمح لمحفظتك بنقله.',
    'removes-backup': 'لن يكون للمحفظة عنوان احتياطي. إن ضاع مفتاح المرور فلن يستطيع أحد استعادتها.',
    'sets-backup': 'من يتحكم في العنوان الاحتياطي يستطيع الاستيلاء على المحفظة بعد مدة.',
  },
  unread: {
    heading: 'تطلب هذه الصفحة شيئًا لا يمكن قراءته',
    lede: 'لا أحد هنا يعرف ما الذي يفعله هذا الاستدعاء. قد يسلّم كل ما في هذه المحفظة.',
    understood: 'أفهم أنني لا أستطيع رؤية ما يفعله هذا',
    missing: 'ضع علامة هنا، أو ألغِ.',
    submit: 'المضي قدمًا',
  },
}
