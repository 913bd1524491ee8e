import { compileSentence } from '#server-kit/compile-sentence.ts'

/** The party that a mail server's sentence is about. */
export type SentenceSubject = 'operator' | 'recipient'

/** Placeholders of a sentence, each with the texts that it matches. */
const PLACES = {
  address: String.raw`<?[^\s@]+@[^\s@]+>?:?`,
  word: String.raw`\S+`,
  n: String.raw`\d+`,
  text: '[^]+',
} as const

/**
 * Sentences of mail servers whose codes do not say which party is to blame, or name the wrong one. Columns: subject |
 * server | sentence | public source. `operator`: the sender, its address, its rights or its account, which only the
 * operator of this service can change. `-4xx`: a later try does not help even if the code is 4xx, which otherwise
 * counts as temporary. A sentence has neither codes nor line breaks, and is matched whole. Capitals and a final full
 * stop do not matter.
 */
const TABLE = `
operator | Exim | sender verify failed | mattermost/docker issue 111
operator | Exim | verification failed for {address} sender verify failed | haraka/Haraka issue 3346
operator | Exim | verification failed for {address} {text} sender verify failed | docker-mailserver issue 2257, mailcow-dockerized issue 2544
operator | Exim | verification failed for {address} unrouteable address unable to verify sender address | nodemailer issue 697
operator | Exim | relay not permitted | exim test suite 0094; namshi/docker-smtp issue 77
operator | Exim, Postal | authentication required | postalserver/postal issue 3066
operator | Exim | smtp auth required | mailcow/mailcow issue 318
operator | MXroute | unauthenticated mail not allowed from this range | mjl-/mox issue 352
operator | qmail | sorry, that domain isn't in my list of allowed rcpthosts | msimerson/Mail-Toaster-6 issue 107
operator | Zoho | relaying disallowed | mybb issue 2644; smtp-field-manual 553
operator | MX of several providers | relaying denied for {address} | smtp-field-manual 550
operator | Symantec | you are trying to use me {word} as a relay, but i have not been configured to let you {text} | smtp-field-manual 553
operator | GMX, IONOS | requested action not taken: mailbox unavailable sender address is not allowed | hpi-swt2/sport-portal issue 462
operator | GMX, IONOS | requested action not taken: mailbox unavailable reject due to policy restrictions | smtp-field-manual 550
operator | GMX, IONOS | transaction failed reject due to policy restrictions. for explanation visit {word} | hm_email issue 13, j-lawyer-org issue 904
operator | SendGrid | the from address does not match a verified sender identity. mail cannot be sent until this error is resolved. visit {word} to see the sender identity requirements | LandOfTheRair issue 308
operator | SendGrid | unauthenticated senders not allowed | sendgrid/docs issue 6473
operator | Amazon SES | message rejected: email address is not verified | AWS re:Post, SES 554 Message rejected
operator | Amazon SES | message rejected: email address is not verified. the following identities failed the check in region {text} | yegor256/mailanes issue 90
operator | Mailgun | sandbox subdomains are for test purposes only. please add your own domain or add the address to authorized recipients in {word} settings | domino14/Webolith issue 219, zonque/AlRide issue 7
operator-4xx | Mailgun | domain {word} is not allowed to send: {text} | swapmyvote issue 891
operator-4xx | SendGrid | authentication failed: maximum credits exceeded | mautic/mautic issue 8721
operator-4xx | SendGrid | you've exceeded your messaging limits | WA-WF-Bot-Public issue 282
operator | SMTP2GO | that ip address is not allowed to send | gophish issue 1701
operator | SMTP2GO | your account has been suspended. please contact us to reactivate | gophish issue 720
operator | cPanel | outgoing mail from {word} has been suspended | roundcubemail issue 8737
operator | SMTP2GO | to send email from a blank sender, enable blank senders | Cloudflare-WAF-Expressions issue 9
operator | Plunk | this domain is not associated with your account | useplunk/plunk issue 164
operator | Postal | from/sender name is not valid | postalserver/postal issue 570
operator | Proton, hydroxide | error: transaction failed: unknown sender address | emersion/hydroxide issue 173
operator | QQ | mail from address must be same as authorization user | node-solid-server issue 1281
operator | QQ | sender frequency limited. {word} | smtp-field-manual 550
operator | QQ | dmarc check failed {word} | smtp-field-manual 550
operator | 163 | mail from must equal authorized user | xuxueli/xxl-job issue 3858
operator | 163 | local user only,{text} | ruanyf/weather-action issue 5
operator | MailProtect | mailprotect : domain of sender address {address} does not exist | postalserver/postal issue 1199
operator | Postfix | {address} sender address rejected: {text} | docker-mailserver issue 3824; smtp-field-manual 550
operator | Postfix | sender address rejected: {text} | splitbrain/dokuwiki-plugin-smtp issue 38
operator-4xx | Postfix | {address} relay access denied | smtp-field-manual 554; openboxes issue 60
operator-4xx | Postfix | relay access denied | jeboehm/docker-mailserver issue 139
operator | Comcast | message rejected due to dmarc. please see {word} | smtp-field-manual 550
operator | Exchange Online | storedrv.submission.exception:{word} {text} | OfficeDocs-Support issue 1187, nodemailer issue 1486
operator | Exchange Online | the sender has exceeded the limit for the number of messages they can send to this recipient per hour. {text} | smtp-field-manual 554
recipient | Exim | unrouteable address | exim test suite 0092
recipient | Exim, cPanel | no such user here | mailcow-dockerized issue 2544
recipient | Exim, Barracuda | no such user | smtp-field-manual 550
recipient | Barracuda | no such user ({address}) | smtp-field-manual 550
recipient | Barracuda | cuda_nsu 5.1.1 {address} user unknown | smtp-field-manual 550
recipient | Exim, hMailServer | unknown user | hmailserver SMTPConnection.cpp
recipient | many | user unknown | jstedfast/MailKit issue 256
recipient | Mimecast | invalid recipient {address} | smtp-field-manual 550
recipient | Yahoo | delivery error: dd this user doesn't have a {word} account ({address}) {text} | PHPMailer-BMH issue 2
recipient | Yahoo | delivery error: dd {address} is no longer valid. {text} | smtp-field-manual 554
recipient | Yahoo | delivery error: dd sorry, your message to {address} cannot be delivered. this mailbox is disabled {text} | smtp-field-manual 554
recipient | QQ | mailbox not found. {word} | smtp-field-manual 550
recipient | mail.ru | message was not accepted -- invalid mailbox. local mailbox {address} is unavailable: {text} | smtp-field-manual 550
recipient | Outlook | requested action not taken: mailbox unavailable (s{n}) | MicrosoftDocs/OfficeDocs-Exchange issue 2836
recipient | Outlook | requested action not taken: mailbox unavailable. [{word}] | smtp-field-manual 550
recipient | Cisco | address rejected. {address} | customeros/mailsherpa issue 19
recipient | Cisco | address rejected | customeros/mailsherpa issue 19
recipient-4xx | hMailServer | recipient not in route list | hmailserver issue 21
recipient | Yandex | no such user! | smtp-field-manual 550
recipient | Zoho, Comcast | requested mail action aborted, mailbox not found | smtp-field-manual 552
recipient | GMX, IONOS | requested mail action aborted: exceeded storage allocation quota exceeded | smtp-field-manual 552
recipient | many | {address} recipient address rejected: invalid-recipient | smtp-field-manual 554
recipient | many | {address} recipient address rejected: not in recipient list | smtp-field-manual 554
recipient | many | {address} recipient address rejected: user email address is marked as invalid | smtp-field-manual 550
`

const SUBJECTS: Readonly<Record<string, { subject: SentenceSubject; isLasting: boolean }>> = {
  operator: { subject: 'operator', isLasting: false },
  'operator-4xx': { subject: 'operator', isLasting: true },
  recipient: { subject: 'recipient', isLasting: false },
  'recipient-4xx': { subject: 'recipient', isLasting: true },
}
/** Maximum length in characters of a sentence. The rest of a longer one is ignored. */
const LENGTH_MAX = 1_000

/** `isLasting`: a later try does not help, even if the code is 4xx. */
type MailSentence = {
  subject: SentenceSubject
  isLasting: boolean
  server: string
  sentence: string
  pattern: RegExp
}

export const MAIL_SENTENCES: readonly MailSentence[] = TABLE.trim().split('\n').map(readRow)

function readRow(line: string): MailSentence {
  const [word = '', server = '', sentence = ''] = line.split(' | ')
  const subject = SUBJECTS[word]
  if (subject === undefined) throw new Error(`no such subject: ${line}`)
  return { ...subject, server, sentence, pattern: compileSentence(sentence, PLACES) }
}

/** Returns the subject of a mail server's sentence, without its codes. Undefined if the sentence is not in the table. */
export function findSubject(sentence: string): SentenceSubject | undefined {
  return findRow(sentence, MAIL_SENTENCES)?.subject
}

const LASTING = MAIL_SENTENCES.filter(({ isLasting }) => isLasting)

/** Returns the subject of a sentence after which a later try does not help, whatever the code is. */
export function findLastingSubject(sentence: string): SentenceSubject | undefined {
  return findRow(sentence, LASTING)?.subject
}

function findRow(sentence: string, rows: readonly MailSentence[]): MailSentence | undefined {
  const beginning = sentence.slice(0, LENGTH_MAX)
  return rows.find(({ pattern }) => pattern.test(beginning))
}
