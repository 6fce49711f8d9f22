import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { demoPlayer } from '../../src-main/demo/index.ts'
import { startDemo } from '../support/demo.ts'

test('the demo bank holds the demo player’s accounts, and the player’s record follows its books', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'loadout-demo-'))
  const demo = await startDemo({ dataDir, now: () => new Date('2026-03-01T12:00:00Z') })
  onTestFinished(async () => {
    await demo.close()
    await demo.game.ready
    await rm(dataDir, { recursive: true, force: true })
  })
  const [main] = demoPlayer.accounts
  expect(demo.bank.ledger.bookingsOf(main.iban).length).toBeGreaterThan(100)
  demo.bank.ledger.transfer({
    from: main.iban,
    to: 'NH417702',
    amount: '60',
    info: '',
    initiator: '',
    at: new Date(),
  })
  const answer = await fetch(`${demo.service.baseUrl}/v1/player/${demoPlayer.secret}`)
  const { data } = (await answer.json()) as { data: { bankacc: number; bank_main: { balance: number }[] }[] }
  expect(data[0]?.bank_main[0]?.balance).toBe(main.balance - 60)
  expect(data[0]?.bankacc).toBe(main.balance - 60)
})
