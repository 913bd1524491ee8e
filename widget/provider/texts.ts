/** The texts around the element, in the widget's languages. */
const TEXTS = {
  en: {
    close: 'Close',
    waiting: 'Waiting for your approval',
    submitted: 'Sent',
    confirmed: 'Confirmed',
    failed: 'It failed',
  },
  de: {
    close: 'Schließen',
    waiting: 'Wartet auf Ihre Freigabe',
    submitted: 'Gesendet',
    confirmed: 'Bestätigt',
    failed: 'Es ist gescheitert',
  },
  es: {
    close: 'Cerrar',
    waiting: 'A la espera de su aprobación',
    submitted: 'Enviado',
    confirmed: 'Confirmado',
    failed: 'Ha fallado',
  },
  fr: {
    close: 'Fermer',
    waiting: 'En attente de votre approbation',
    submitted: 'Envoyé',
    confirmed: 'Confirmé',
    failed: 'Échec',
  },
  it: {
    close: 'Chiudi',
    waiting: 'In attesa della tua approvazione',
    submitted: 'Inviato',
    confirmed: 'Confermato',
    failed: 'Non riuscito',
  },
  pt: {
    close: 'Fechar',
    waiting: 'Aguardando a sua aprovação',
    submitted: 'Enviado',
    confirmed: 'Confirmado',
    failed: 'Falhou',
  },
  ja: {
    close: '閉じる',
    waiting: 'あなたの承認を待っています',
    submitted: '送信済み',
    confirmed: '完了',
    failed: '失敗しました',
  },
  zh: { close: '关闭', waiting: '等待您的批准', submitted: '已发送', confirmed: '已确认', failed: '失败' },
  ar: {
    close: 'إغلاق',
    waiting: 'بانتظار موافقتك',
    submitted: 'أُرسل',
    confirmed: 'تم التأكيد',
    failed: 'فشل',
  },
}
export type ProviderTexts = (typeof TEXTS)['en']

/** The texts for a language tag such as `de-AT`. English if there is no translation. */
export function chooseTexts(tag: string): ProviderTexts {
  const language = tag.toLowerCase().split('-')[0]
  return Object.entries(TEXTS).find(([name]) => name === language)?.[1] ?? TEXTS.en
}
