import type { FrameMessages } from '#widget/messages/frame-en.ts'

export const frame: FrameMessages = {
  errors: {
    INSECURE_CONTEXT:
      'Passkeys brauchen eine verschlüsselte Seite. Öffnen Sie diese Seite über ihre Adresse, die mit https:// beginnt.',
    PAGE_HIDDEN:
      'Diese Seite war nicht im Vordergrund, deshalb konnte keine Passkey-Abfrage erscheinen. Klicken Sie hier und versuchen Sie es noch einmal.',
    PASSKEY_NOT_FOUND:
      'Dieses Gerät hat keinen Passkey für diese Wallet. Nichts wurde signiert. Versuchen Sie es noch einmal und wählen Sie Ihr Telefon oder ein anderes Gerät.',
    PASSKEY_REFUSED:
      'Der Browser hat sofort abgelehnt, ohne Sie zu fragen. Richten Sie Bildschirmsperre, Fingerabdruck oder PIN ein und versuchen Sie es noch einmal, oder nehmen Sie ein anderes Gerät.',
    PASSKEY_NO_ANSWER:
      'Ihr Passwortmanager hat die Abfrage übernommen und nicht geantwortet. Schalten Sie ihn für diese Seite aus oder wählen Sie einen anderen, und versuchen Sie es noch einmal.',
    PASSKEY_BUSY:
      'Eine andere Passkey-Abfrage ist offen. Beenden oder schließen Sie sie und versuchen Sie es noch einmal.',
    PASSKEY_UNVERIFIED:
      'Das Gerät hat nicht geprüft, dass Sie es sind. Richten Sie dort Fingerabdruck, Gesicht oder PIN ein oder nehmen Sie ein anderes Gerät.',
    PASSKEY_KEY_TYPE:
      'Dieses Gerät erstellt eine andere Art von Passkey, als Wallets brauchen. Nehmen Sie ein anderes Gerät oder einen anderen Passwortmanager.',
    CLOCK_WRONG:
      'Die Uhr dieses Geräts geht falsch, deshalb wurde die Frist abgelehnt. Stellen Sie sie auf automatisch, prüfen Sie alles noch einmal und bestätigen Sie.',
    RP_ID_MISMATCH:
      'Der Passkey gehört zu einer anderen Webadresse als diese Seite. Öffnen Sie die Seite, auf der Sie ihn erstellt haben.',
    PASSKEY_BLOCKED:
      'Die umgebende Seite lässt hier keine Passkeys zu. Machen Sie in einem eigenen Fenster weiter.',
  },
  copyDetails: 'Angaben für den Support',
  windowNeeded:
    'Dieser Browser erstellt Passkeys nur in einem eigenen Fenster. Drücken Sie noch einmal, um es zu öffnen.',
  covered: 'Etwas verdeckt diese Wallet, oder sie ist nicht ganz zu sehen. So lässt sich nichts bestätigen.',
  openWindow: 'In einem Fenster öffnen',
  windowOpen: 'Machen Sie in dem Fenster weiter, das sich geöffnet hat.',
  windowBlocked:
    'Der Browser hat das Fenster nicht geöffnet. Erlauben Sie Pop-ups für diese Seite und drücken Sie noch einmal.',
  createHeading: 'Passkey hier erstellen',
  createLede: 'Die Seite, von der Sie kommen, kann es nicht selbst. Dieses Fenster schließt sich danach.',
  createSubmit: 'Passkey erstellen',
}
