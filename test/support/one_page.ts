// Tests that only read a page, or leave it as it was, open it once.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { OpenedPage } from '#test/dashboard.ts'

/** Opens the page before the tests of a suite, and closes it after them. Returns it, once the tests run. */
export function one_page(open: () => Promise<OpenedPage>): () => OpenedPage {
  let opened: OpenedPage
  before(async () => {
    opened = await open()
  })
  after(async () => {
    await opened.close()
    assert.deepEqual(opened.faults, [])
  })
  return () => opened
}
