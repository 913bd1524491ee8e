/** The few words around the element, in the widget's languages. */
const TEXTS = {
  en: { close: 'Close', sent: 'Sent', confirmed: 'Confirmed', failed: 'It failed' },
  de: { close: 'Schließen', sent: 'Gesendet', confirmed: 'Bestätigt', failed: 'Es ist gescheitert' },
  es: { close: 'Cerrar', sent: 'Enviado', confirmed: 'Confirmado', failed: 'Ha fallado' },
  fr: { close: 'Fermer', sent: 'Envoyé', confirmed: 'Confirmé', failed: 'Échec' },
  it: { close: 'Chiudi', sent: 'Inviato', confirmed: 'Confermato', failed: 'Non riuscito' },
  pt: { close: 'Fechar', sent: 'Enviado', confirmed: 'Confirmado', failed: 'Falhou' },
  ja: { close: '閉じる', sent: '送信済み', confirmed: '完了', failed: '失敗しました' },
  zh: { close: '关闭', sent: '已发送', confirmed: '已确认', failed: '失败' },
  ar: { close: 'إغلاق', sent: 'أُرسل', confirmed: 'تم التأكيد', failed: 'فشل' },
}
export type ProviderTexts = (typeof TEXTS)['en']

/** The texts of a language tag such as `de-AT`; English where there is no translation. */
export function textsOf(tag: string): ProviderTexts {
  const language = tag.toLowerCase().split('-')[0]
  return Object.entries(TEXTS).find(([name]) => name === language)?.[1] ?? TEXTS.en
}
