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
