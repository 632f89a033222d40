// The pictures in docs/screenshots show the pages as they are. `npm run pictures` draws them again, and `npm run verify` compares them
// where the recorded program and major version of Chromium is, because others draw text in another way.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { PNG } from 'pngjs'
import { BROWSER } from '#test/chromium.ts'
import { launch_browser, open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { difference_of, draw, file_of, PICTURES_FOLDER, pictures } from '#test/pictures.ts'

/** What to do with the pictures: `compare`, `write`, or nothing. */
const TASK = process.env.PICTURES
const RECORD = join(PICTURES_FOLDER, 'recorded.json')
const TOTAL_BYTES_MAX = 3_000_000
const MAJOR = /^\d+/

/** The same version without a window draws text in another way, so its name counts too. */
const browser_here = async (): Promise<string> => {
  const browser = await launch_browser()
  const version = browser.version()
  await browser.close()
  return `${basename(BROWSER)} ${MAJOR.exec(version)![0]}`
}
const recorded_browser = async (): Promise<string> => JSON.parse(await readFile(RECORD, 'utf8')).browser

suite('drawn pictures', { skip: TASK ? false : 'npm run verify compares the pictures' }, () => {
  let dashboard: TestDashboard
  let why_not: string | undefined
  let folder: string | undefined
  before(async () => {
    dashboard = await open_dashboard()
    const here = await browser_here()
    if (TASK === 'write') await writeFile(RECORD, `{ "browser": ${JSON.stringify(here)} }\n`)
    const recorded = await recorded_browser()
    if (here !== recorded) why_not = `not compared: ${here} is here, and ${recorded} drew the pictures`
  })
  after(() => dashboard.close())

  let compared = 0
  for (const picture of pictures)
    test(`the picture ${picture.name} shows the page`, async (context) => {
      if (why_not) return context.skip(why_not)
      const drawn = await draw(dashboard, picture)
      const file = file_of(picture.name)
      if (TASK === 'write') await writeFile(file, drawn)
      const difference = difference_of(await readFile(file), drawn)
      compared += 1
      if (!difference) return
      folder ??= await mkdtemp(join(tmpdir(), 'tablero-pictures-'))
      await writeFile(join(folder, `${picture.name}.png`), drawn)
      if (difference.png) await writeFile(join(folder, `${picture.name}_difference.png`), difference.png)
      assert.fail(
        `${picture.name}: ${difference.what}. See ${folder}, and run npm run pictures if the change is wanted.`,
      )
    })

  test('every picture was compared, or none', (context) => {
    context.diagnostic(why_not ?? `${compared} of ${pictures.length} pictures compared`)
    assert.equal(compared, why_not ? 0 : pictures.length)
  })
})

test('the folder has each picture, no other one, and not too many bytes', async () => {
  const files = (await readdir(PICTURES_FOLDER)).filter((name) => name.endsWith('.png'))
  assert.deepEqual(files.sort(), pictures.map(({ name }) => `${name}.png`).sort())
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(PICTURES_FOLDER, name))).size))
  assert.ok(sizes.length > 10)
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= TOTAL_BYTES_MAX)
})

test('a picture differs when more than one of 200 pixels does, or its size', () => {
  const picture = (width: number, dark_pixels: number) => {
    const png = new PNG({ width, height: 100 })
    png.data.fill(255)
    for (let pixel = 0; pixel < dark_pixels; pixel++) png.data.fill(0, pixel * 4, pixel * 4 + 3)
    return PNG.sync.write(png)
  }
  const blank = picture(100, 0)
  assert.equal(difference_of(blank, picture(100, 50)), undefined)
  const found = difference_of(blank, picture(100, 100))
  assert.equal(found?.what, '1.00 % of its pixels differ')
  assert.equal(PNG.sync.read(found.png!).width, 100)
  assert.equal(difference_of(blank, picture(101, 0))?.what, '101 x 100 pixels instead of 100 x 100')
})
