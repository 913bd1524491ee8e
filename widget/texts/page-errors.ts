/*
 * Sentences that the page around a frame needs too. That page loads no language files. Each language is a constant of
 * its own, so that each language file contains only its own sentences.
 */

export const en = {
  CONFIGURATION: 'The wallet is misconfigured on this site. Contact its support.',
  NETWORK_FAILED: 'The wallet service could not be reached. Try again in a moment: nothing is lost.',
}

export const ar = {
  CONFIGURATION: 'لم تُعِدّ هذه الصفحة المحفظة بشكل صحيح. يُرجى إبلاغ القائمين عليها.',
  NETWORK_FAILED: 'تعذّر الوصول إلى خدمة المحافظ. حاول مرة أخرى بعد قليل: لم يُفقد شيء.',
}

export const de = {
  CONFIGURATION:
    'Diese Seite hat die Wallet nicht richtig eingerichtet. Bitte sagen Sie dem Betreiber Bescheid.',
  NETWORK_FAILED:
    'Der Wallet-Dienst ist nicht erreichbar. Versuchen Sie es gleich noch einmal: Nichts ist verloren.',
}

export const es = {
  CONFIGURATION: 'Esta página no ha configurado bien la wallet. Avise a sus responsables.',
  NETWORK_FAILED:
    'No se ha podido contactar con el servicio de wallets. Inténtelo de nuevo en un momento: no se ha perdido nada.',
}

export const fr = {
  CONFIGURATION:
    'Cette page n’a pas configuré correctement le portefeuille. Veuillez prévenir ses responsables.',
  NETWORK_FAILED: 'Le service de portefeuille est injoignable. Réessayez dans un instant : rien n’est perdu.',
}

export const it = {
  CONFIGURATION: 'Questa pagina non ha configurato bene il wallet. Avvisa chi la gestisce.',
  NETWORK_FAILED: 'Il servizio wallet non è raggiungibile. Riprova tra poco: non si è perso nulla.',
}

export const ja = {
  CONFIGURATION: 'このページのウォレットの設定に誤りがあります。運営者にお知らせください。',
  NETWORK_FAILED:
    'ウォレットサービスに接続できませんでした。しばらくしてからもう一度お試しください。失われたものはありません。',
}

export const pt = {
  CONFIGURATION: 'Esta página não configurou a carteira corretamente. Avise os responsáveis por ela.',
  NETWORK_FAILED:
    'Não foi possível contatar o serviço de carteiras. Tente de novo em instantes: nada se perdeu.',
}

export const zh = {
  CONFIGURATION: '此页面没有正确设置钱包。请告知页面的运营方。',
  NETWORK_FAILED: '无法连接钱包服务。请稍后重试：没有任何损失。',
}
