import type { KeysTexts } from './en.ts'

const keys: KeysTexts = {
  labels: {
    backup: 'Ersatzadresse',
    contract: 'An (Ihre Wallet)',
    coSigner: 'Mitunterzeichner',
    device: 'Gerät',
    domain: 'Funktioniert auf',
    key: 'Öffentlicher Schlüssel',
    lastUse: 'Zuletzt verwendet',
    neverUsed: 'In diesem Dienst noch nicht benutzt',
    wallet: 'Wallet',
    words: 'Prüfwörter',
  },
  changeWallet: 'Andere Wallet',
  later: 'Nicht jetzt',
  another: 'Weiter',
  preparing: 'Wird vorbereitet …',
  confirmed: {
    heading: 'Erledigt',
    text: 'Es ist auf der Blockchain bestätigt.',
  },
  failed: {
    heading: 'Fehlgeschlagen',
    text: 'Es wurde nicht ausgeführt, und nichts hat sich geändert.',
  },

  protect: {
    heading: {
      none: 'Diese Wallet ist nicht geschützt',
      service: 'Diese Wallet schützen',
      chain: 'Diese Wallet ist auf der Blockchain geschützt',
      unknown: 'Schutz',
    },
    lede: {
      none: 'Ihr Passkey allein kann alles darin bewegen. Richten Sie zuerst die Freigabe-App ein und kommen Sie dann zurück.',
      service:
        'Dieser Dienst fragt Sie, bevor er etwas sendet. Wer aber eine Signatur Ihres Passkeys hat, kann sie ohne diesen Dienst senden. Ein Mitunterzeichner auf der Blockchain verhindert das.',
      chain: 'Ihr Passkey allein bewegt nichts: Dieser Mitunterzeichner muss auch signieren.',
      unknown: 'Dieser Dienst meldet nicht, ob die Wallet geschützt ist.',
    },
    first: {
      heading: 'Zuerst diese Wallet schützen',
      note: 'Sie signieren jetzt den Schutz. Danach folgt die erste Transaktion dieser Wallet.',
      skip: 'Ohne Schutz fortfahren',
      skipHint: 'Wer eine Signatur Ihres Passkeys hat, kann sie dann ohne Ihre Freigabe senden.',
      skipSure: 'Ja, ohne Schutz',
    },
    app: 'Freigabe-App öffnen',
    signInFirst: 'Melden Sie sich einmal in der Freigabe-App an und kommen Sie dann hierher zurück.',
    claim: (host) =>
      `${host} nennt dies als die Adresse Ihres Freigabe-Passkeys. Diese Seite kann das nicht prüfen. Ist sie falsch, können Sie die Wallet nicht benutzen, bis Sie sie entfernt haben.`,
    isOwn: (host) => `${host} nennt dies als die Adresse Ihres Freigabe-Passkeys.`,
    isForeign: (host) =>
      `${host} sagt, dass dies nicht die Adresse Ihres Freigabe-Passkeys ist. Sie kann der Organisation gehören.`,
    together: 'Ihr Passkey und der Mitunterzeichner können zusammen alles.',
    alone: 'Keiner von beiden kann allein etwas bewegen.',
    removable:
      'Ihr Passkey allein kann den Mitunterzeichner entfernen. Das dauert 3 Tage, oder 30, wenn der Mitunterzeichner widerspricht.',
    backupLabel: 'Ersatzadresse (optional)',
    backupHint:
      'Sie haben noch keine. Wenn Sie Ihren Passkey verlieren, kann diese Adresse der Wallet einen neuen geben. Sie darf weder auf diesem Gerät noch der Mitunterzeichner sein.',
    backupHeld: 'Wenn Sie eine nennen, geben Sie diese Änderung auch in der Freigabe-App frei.',
    isBackup:
      'Die Adresse Ihres Freigabe-Passkeys ist die Ersatzadresse dieser Wallet. Als Mitunterzeichner hätte sie zwei Stimmen. Nennen Sie zuerst eine andere Ersatzadresse.',
    submit: 'Prüfen und signieren',
    removing: (time) => `Die Entfernung dieses Mitunterzeichners hat begonnen. Sie wirkt ab ${time}.`,
    keep: 'Entfernung stoppen',
    remove: 'Mitunterzeichner entfernen',
    removeHint: 'Danach kann Ihr Passkey allein alles in dieser Wallet bewegen.',
    removeSure: 'Ja, Entfernung beginnen',
    changed:
      'Der Server nennt einen anderen Mitunterzeichner, als dieser Browser kennt. Wenn Sie ihn nicht selbst geändert haben, signieren Sie nichts und sagen Sie dem Betreiber dieser Seite Bescheid.',
    changedByMe: 'Ich habe ihn selbst geändert',
    perhapsRemoved:
      'Sie haben die Entfernung des Mitunterzeichners begonnen. Der Server sagt, dass sie abgeschlossen ist. Hat der Mitunterzeichner widersprochen, dauert sie 30 Tage und ist noch nicht abgeschlossen: Signieren Sie dann nichts und sagen Sie dem Betreiber dieser Seite Bescheid.',
    notObjected: 'Der Mitunterzeichner hat nicht widersprochen',
    problems: {
      missing: 'Geben Sie eine Adresse ein.',
      notAddress: 'Keine Adresse, die einen Schlüssel haben kann: Sie muss aus 0x und 40 Zeichen bestehen.',
      checksum: 'In dieser Adresse ist ein Fehler. Kopieren Sie sie noch einmal.',
      self: 'Das ist eine eigene Wallet, die dieselben Passkeys öffnen. Verwenden Sie eine andere Adresse.',
      token:
        'Das ist der Vertrag eines Tokens, der nichts signieren kann. Verwenden Sie eine andere Adresse.',
      same: 'Das ist schon Ihre Ersatzadresse.',
      imitation:
        'Diese Adresse sieht aus wie eine von Ihren, ist aber eine andere. Kopieren Sie sie noch einmal von dort, wo Sie sie kennen.',
      coSigner:
        'Das ist der Mitunterzeichner. Ein Schlüssel hätte dann zwei Stimmen. Verwenden Sie eine andere Adresse.',
    },
  },

  devices: {
    heading: 'Geräte',
    lede: 'Jeder dieser Passkeys öffnet diese Wallet und kann alles signieren.',
    unnamed: 'Gerät ohne Namen',
    isThis: 'dieses Gerät',
    first: 'erster Passkey',
    remove: 'Entfernen',
    removeNamed: (name) => `${name} entfernen`,
    add: 'Weiteres Gerät hinzufügen',
    join: 'Dieses Gerät hinzufügen',
    full: 'Diese Wallet hat so viele Geräte, wie sie haben kann. Entfernen Sie zuerst eines.',
    unknown: 'Dieser Dienst meldet die Geräte einer Wallet nicht.',
    onlyKnown:
      'Das muss ein anderer Passkey der Wallet signieren, damit Ihnen einer bleibt, der funktioniert. Hier ist keiner bekannt. Öffnen Sie diese Seite auf dem anderen Gerät und entfernen Sie dieses dort.',
    addHeading: 'Gerät hinzufügen',
    addLede:
      'Öffnen Sie diese Seite auf dem neuen Gerät und wählen Sie „Dieses Gerät hinzufügen“. Scannen Sie dann den Code, den es zeigt, oder fügen Sie ihn hier ein.',
    codeLabel: 'Code des neuen Geräts',
    scan: 'Code scannen',
    noCamera:
      'Die Kamera kann nicht benutzt werden. Erlauben Sie sie im Browser, oder fügen Sie den Code ein.',
    next: 'Vergleichen',
    problems: {
      missing: 'Fügen Sie den Code des neuen Geräts ein.',
      format: 'Das ist kein Code eines Geräts. Kopieren Sie ihn noch einmal.',
      wallet: 'Dieser Code ist für eine andere Wallet. Wählen Sie diese Wallet auf dem neuen Gerät.',
      domain:
        'Dieser Passkey funktioniert auf einer anderen Webadresse, deshalb kann diese Wallet ihn nicht verwenden.',
      known: 'Diese Wallet hat das Gerät schon.',
      invalid: 'Dieser Code enthält keinen gültigen Schlüssel. Kopieren Sie ihn noch einmal.',
    },
    compareHeading: 'Wörter vergleichen',
    compareLede:
      'Sehen Sie auf dem neuen Gerät nach. Dort müssen genau diese Wörter stehen. Sonst bekäme ein fremdes Gerät Ihre Wallet.',
    same: 'Die Wörter sind gleich',
    different: 'Sie sind verschieden',
    joinHeading: 'Dieses Gerät hinzufügen',
    joinLede:
      'Sie erstellen hier einen Passkey. Ein Gerät, das die Wallet schon öffnet, muss ihn dann zulassen.',
    nameLabel: 'Name dieses Geräts',
    nameHint: 'Damit Sie Ihre Geräte unterscheiden können.',
    makePasskey: 'Passkey erstellen',
    useMade: 'Neuen Passkey verwenden',
    waitingHeading: 'Auf dem anderen Gerät zulassen',
    waitingLede:
      'Wählen Sie auf einem Gerät, das diese Wallet öffnet, „Weiteres Gerät hinzufügen“ und geben Sie diesen Code ein. Es muss dieselben Wörter zeigen.',
    code: 'Code',
    qr: 'QR-Code für das andere Gerät',
    watching: 'Wir warten. Sie können gehen und wiederkommen: Ihr neuer Passkey bleibt erhalten.',
    stalled: 'Die Wallet ließ sich nicht lesen. Wir versuchen es weiter.',
    joinedHeading: 'Dieses Gerät öffnet Ihre Wallet',
    joined: 'Ab jetzt können Sie hier mit dem neuen Passkey signieren.',
    toDevices: 'Geräte anzeigen',
  },

  what: {
    changes: 'Sie ändern diese Wallet',
    coSigner: 'Dieser Mitunterzeichner muss alles signieren',
    noCoSigner: 'Sie hat keinen Mitunterzeichner mehr',
    removal: 'Die Entfernung ihres Mitunterzeichners beginnt',
    kept: 'Sie behält ihren Mitunterzeichner',
    backup: 'Diese Ersatzadresse kann sie wiederherstellen',
    noBackup: 'Sie hat keine Ersatzadresse mehr',
    added: 'Dieses Gerät kann alles signieren',
    removed: 'Dieses Gerät kann nichts mehr signieren',
    unknown: 'Sie rufen einen Vertrag auf, und die Wirkung ist unbekannt',
  },
  warnings: {
    'adds-key': 'Wer dieses Gerät hat, kann alles in dieser Wallet bewegen. Vergleichen Sie die Wörter.',
    'removes-key':
      'Das entfernte Gerät kann diese Wallet nicht mehr öffnen. Signieren Sie mit einem Passkey, der bleibt.',
    'sets-co-signer':
      'Ist diese Adresse falsch, können Sie die Wallet 3 Tage nicht benutzen, oder 30, wenn ihr Besitzer widerspricht.',
    'removes-co-signer': 'Ihr Passkey allein kann dann alles in dieser Wallet bewegen.',
    'starts-co-signer-removal': 'In 3 Tagen kann Ihr Passkey allein alles in dieser Wallet bewegen.',
    'sets-backup':
      'Wer den Schlüssel dieser Adresse hat, kann Ihre Wallet nach drei Tagen übernehmen, wenn Sie nicht rechtzeitig ablehnen.',
    'removes-backup': 'Ohne Ersatzadresse ist mit dem Passkey auch die Wallet verloren.',
    'unknown-call': 'Dieser Aufruf lässt sich nicht dekodieren: Die Wirkung ist unbekannt.',
  },
}

export default (): KeysTexts => keys
