// The words of an email.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { written } from '#mail/written.ts'

test('a long name is truncated between characters', () => {
  for (const before of ['', 'x']) {
    const title = before + '😀'.repeat(500)
    const values = { title, url: 'https://tablero.example.com' }
    const { subject, text, html } = written({ to: 'a@b.co', language: 'en', message: 'notification', values })
    assert.ok(subject.includes('😀') && subject.length < title.length)
    for (const part of [subject, text, html]) assert.ok(part.isWellFormed())
  }
})

test('a hidden character of a name is visible, and a name stays on one line', () => {
  const values = {
    inviter_name: 'Ana\u202E\u200B\r\nBcc: all',
    org_name: 'Acme\u2066',
    url: 'https://tablero.example.com',
  }
  const email = { to: 'a@b.co', language: 'en', message: 'invitation', values } as const
  const { subject, text, html } = written(email)
  for (const part of [subject, text, html]) assert.doesNotMatch(part, /[\p{Cf}\r]/u)
  assert.match(text, /Ana\uFFFD Bcc: all/)
})
