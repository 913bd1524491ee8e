import { expect, test } from 'vitest'
import { findSubject, MAIL_SENTENCES } from './mail-sentences.ts'
import { readSmtpReply, type MailFault } from './smtp-reply.ts'

type Case = [
  fault: MailFault,
  server: string,
  command: 'AUTH PLAIN' | 'MAIL FROM' | 'RCPT TO' | 'DATA',
  response: string,
]

/** Responses as servers gave them, from public reports. Addresses, hosts and numbers are changed. */
const RESPONSES: Case[] = [
  // Postfix
  [
    'operator',
    'Postfix',
    'RCPT TO',
    '553 5.7.1 <a@b.example>: Sender address rejected: not owned by user c@b.example',
  ],
  ['operator', 'Postfix', 'RCPT TO', '550 5.1.8 <a@b.example>: Sender address rejected: Domain not found'],
  ['operator', 'Postfix', 'RCPT TO', '550 5.1.1 <a@b.example>: Sender address rejected: User unknown'],
  ['operator', 'Postfix', 'RCPT TO', '554 5.7.1 <u@far.example>: Relay access denied'],
  // Postfix defers relaying by default, for as long as the sender may not relay (openboxes 60,
  // jeboehm/docker-mailserver 139).
  ['operator', 'Postfix', 'RCPT TO', '454 4.7.1 <u@far.example>: Relay access denied'],
  ['operator', 'Postfix', 'RCPT TO', '454 4.7.1 Relay access denied'],
  ['passing', 'Postfix', 'RCPT TO', '450 4.1.8 <a@b.example>: Sender address rejected: Domain not found'],
  [
    'operator',
    'Postfix',
    'RCPT TO',
    '504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname',
  ],
  [
    'recipient',
    'Postfix',
    'RCPT TO',
    '550 5.1.1 <u@b.example>: Recipient address rejected: User unknown in local recipient table',
  ],
  ['passing', 'Postfix', 'RCPT TO', '450 4.2.0 <u@b.example>: Recipient address rejected: Greylisted'],
  // Exim
  [
    'operator',
    'Exim',
    'RCPT TO',
    '550-Verification failed for <a@b.example>\r\n550-No Such User Here\r\n550 Sender verify failed',
  ],
  [
    'operator',
    'Exim',
    'RCPT TO',
    '550-Verification failed for <a@b.example>\r\n550-Unrouteable address\r\n550 unable to verify sender address',
  ],
  ['operator', 'Exim', 'RCPT TO', '550 Verification failed for <a@b.example> Sender verify failed'],
  ['passing', 'Exim', 'RCPT TO', '451 Sender verify failed'],
  ['operator', 'Exim', 'RCPT TO', '550 relay not permitted'],
  ['operator', 'Exim', 'RCPT TO', '550 smtp auth required'],
  ['recipient', 'Exim', 'RCPT TO', '550 Unrouteable address'],
  ['recipient', 'Exim', 'RCPT TO', '550 No Such User Here'],
  [
    'unknown',
    'Exim',
    'RCPT TO',
    '550-"JunkMail rejected - host.example\r\n550 https://www.spamhaus.org/query/ip/192.0.2.1"',
  ],
  // qmail
  ['operator', 'qmail', 'RCPT TO', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  ['recipient', 'qmail', 'RCPT TO', '550 Invalid recipient <u@b.example> (#5.1.1)'],
  // Exchange Online and Outlook
  [
    'operator',
    'Exchange Online',
    'DATA',
    '550 5.7.60 SMTP; Client does not have permissions to send as this sender',
  ],
  [
    'operator',
    'Exchange Online',
    'MAIL FROM',
    '530 5.7.57 SMTP; Client was not authenticated to send anonymous mail during MAIL FROM',
  ],
  ['operator', 'Exchange Online', 'DATA', '550 5.7.708 Access denied, traffic not accepted from this IP'],
  ['operator', 'Exchange', 'RCPT TO', '550 5.7.1 Unable to relay'],
  [
    'recipient',
    'Exchange Online',
    'RCPT TO',
    '550 5.4.1 Recipient address rejected: Access denied. [AM6EUR05.eop-eur05.prod.protection.outlook.com]',
  ],
  [
    'recipient',
    'Exchange Online',
    'RCPT TO',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
  ],
  [
    'recipient',
    'Outlook',
    'RCPT TO',
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).',
  ],
  // Gmail
  [
    'operator',
    'Gmail',
    'MAIL FROM',
    '530-5.7.0 Authentication Required. Learn more at\n530 5.7.0  https://support.google.com/mail/?p=WantAuthError - gsmtp',
  ],
  [
    'operator',
    'Gmail',
    'DATA',
    '550-5.7.1 [192.0.2.1 12] Our system has detected that this message is\n550 5.7.1 likely unsolicited mail.',
  ],
  [
    'recipient',
    'Gmail',
    'RCPT TO',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try\n550 5.1.1 double-checking the address - gsmtp',
  ],
  [
    'recipient',
    'Gmail',
    'RCPT TO',
    '553 5.1.2 The recipient address <u@b.example> is not a valid RFC-5321 address. - gsmtp',
  ],
  // Services for sending
  [
    'operator',
    'Amazon SES',
    'DATA',
    '554 Message rejected: Email address is not verified. The following identities failed the check in region US-EAST-1: a@b.example',
  ],
  ['operator', 'Amazon SES', 'MAIL FROM', '530 Authentication required'],
  [
    'operator',
    'SendGrid',
    'DATA',
    '550 The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved. Visit https://sendgrid.com/docs/for-developers/sending-email/sender-identity/ to see the Sender Identity requirements',
  ],
  ['operator', 'SendGrid', 'RCPT TO', '550 Unauthenticated senders not allowed'],
  ['operator', 'SendGrid', 'AUTH PLAIN', '451 Authentication failed: Maximum credits exceeded'],
  ['operator', 'SendGrid', 'MAIL FROM', "451 You've exceeded your messaging limits"],
  ['recipient', 'hMailServer', 'RCPT TO', '421 Recipient not in route list'],
  [
    'operator',
    'Mailgun',
    'DATA',
    '554 Sandbox subdomains are for test purposes only. Please add your own domain or add the address to authorized recipients in Account Settings.',
  ],
  [
    'operator',
    'Mailgun',
    'DATA',
    '421 Domain app.mailgun.example is not allowed to send: Sandbox subdomains are for test purposes only.',
  ],
  ['operator', 'SparkPost', 'DATA', '550 5.7.1 Unconfigured Sending Domain <b.example>'],
  ['operator', 'SMTP2GO', 'RCPT TO', '550 that IP address is not allowed to send'],
  ['operator', 'SMTP2GO', 'DATA', '552 Your account has been suspended. Please contact us to reactivate'],
  ['operator', 'cPanel', 'DATA', '550 Outgoing mail from "b.example" has been suspended.'],
  // The numbers of a real reply go on for about 1,000 characters (jstedfast/MailKit 1176).
  [
    'operator',
    'Exchange Online',
    'DATA',
    `554 5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied; Failed to process message due to a permanent exception with message Cannot submit message. ${'0.35250:D8360000, '.repeat(90)}`,
  ],
  [
    'operator',
    'Outlook',
    'DATA',
    '554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; Failed to process message due to a permanent exception with message WASCL UserAction verdict is not None.',
  ],
  ['operator', 'Plunk', 'MAIL FROM', '550 This domain is not associated with your account'],
  ['operator', 'Postal', 'DATA', '530 From/Sender name is not valid'],
  // Providers of mailboxes
  [
    'operator',
    'IONOS, GMX',
    'RCPT TO',
    '550-Requested action not taken: mailbox unavailable\r\n550 Sender address is not allowed.',
  ],
  [
    'operator',
    'IONOS, GMX',
    'DATA',
    '554-Transaction failed\r\n554-Reject due to policy restrictions.\r\n554 For explanation visit https://www.ionos.com/help/index.php?id=2425',
  ],
  [
    'unknown',
    'IONOS, GMX',
    'RCPT TO',
    '550-Requested action not taken: mailbox unavailable\r\n550 Failure sending mail. Try again later',
  ],
  ['operator', 'OVH', 'DATA', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
  ['operator', 'Zoho', 'RCPT TO', '553 Relaying disallowed'],
  ['operator', 'Yandex', 'MAIL FROM', '553 5.7.1 Sender address rejected: not owned by auth user.'],
  ['recipient', 'Yandex', 'RCPT TO', '550 5.7.1 No such user!'],
  ['operator', 'QQ', 'MAIL FROM', '501 mail from address must be same as authorization user'],
  ['operator', '163', 'MAIL FROM', '553 Mail from must equal authorized user'],
  ['operator', 'Proton', 'DATA', '554 5.0.0 Error: transaction failed: unknown sender address'],
  [
    'recipient',
    'Yahoo',
    'DATA',
    "554 delivery error: dd This user doesn't have a yahoo.fr account (u@yahoo.fr) [0] - mta1064.mail.ird.yahoo.com",
  ],
  ['unknown', 'Yahoo', 'DATA', '554 Message not allowed - [299]'],
  [
    'operator',
    'MailProtect',
    'RCPT TO',
    '550 5.1.0 MailProtect : Domain of sender address a@b.example does not exist',
  ],
  ['recipient', 'Cisco', 'RCPT TO', '550 #5.1.0 Address rejected.'],
  [
    'operator',
    'Comcast',
    'DATA',
    '550 5.2.0 Message rejected due to DMARC. Please see http://postmaster.comcast.net/smtp-error-codes.php#DM000001',
  ],
  ['recipient', 'many', 'RCPT TO', '552 5.2.2 mailbox full'],
  ['recipient', 'many', 'RCPT TO', '551 User not local'],
  ['unknown', 'many', 'DATA', '552 Message size exceeds fixed limit'],
  ['unknown', 'many', 'RCPT TO', '552 Too much mail data'],
  ['unknown', 'many', 'RCPT TO', '552 Too many recipients'],
  ['recipient', 'Zoho, Comcast', 'RCPT TO', '552 Requested mail action aborted, mailbox not found'],
  ['unknown', 'many', 'RCPT TO', '550 Action not taken'],
  ['unknown', 'many', 'RCPT TO', '550'],
]

test.each(RESPONSES)('behavior: a fault of: %s; %s after %s: %s', (fault, _server, command, response) => {
  const responseCode = Number(response.slice(0, 3))
  expect(readSmtpReply({ responseCode, command, response })?.fault).toBe(fault)
})

test('behavior: every sentence of the table is matched by its own row, and by none of the other subject', () => {
  const filled = { address: '<a@b.example>:', word: 'x', n: '7', text: 'some words' }
  for (const { subject, sentence } of MAIL_SENTENCES) {
    const text = sentence.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof filled) => filled[name])
    expect([sentence, findSubject(text)]).toEqual([sentence, subject])
  }
})

test.each([
  ['the code with an enhanced one', '550 5.1.1 no', '550 5.1.1'],
  ['the code with one at the end', '553 sorry (#5.7.1)', '553 5.7.1'],
  ['the code alone', '550 no', '550'],
])('behavior: returns %s', (_, response, code) => {
  expect(
    readSmtpReply({ responseCode: Number(response.slice(0, 3)), command: 'RCPT TO', response })?.code,
  ).toBe(code)
})

test('behavior: an error without a reply has no fault', () => {
  expect(readSmtpReply(new Error('connect ECONNREFUSED'))).toBeUndefined()
})
