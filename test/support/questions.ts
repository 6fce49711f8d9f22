import type { Question } from '../../src-main/lib/index.ts'

const steam = '/home/otto/.local/share/Steam/steamapps/common/Arma 3'

/** A question of each kind, as players see it, with long texts. */
export const longQuestions: Question[] = [
  {
    kind: 'transfer',
    ...{
      from: 'NH104233',
      sender: { kind: 'company', label: 'Werft am Hafen' },
      to: 'NH417702',
      payee: 'Ole Tams',
      amount: 1_234_567,
      currency: '$',
      left: 34_567,
    },
    info: 'Anteil Kutter, zweite Rate für den Juni und die Werft am Hafen',
    repeats: 1_767_225_900_000,
  },
  {
    kind: 'transfer',
    from: 'NH104233',
    sender: { kind: 'own', label: '' },
    to: 'NH417702',
    payee: '',
    amount: 777_777,
    currency: '$',
    info: '',
  },
  { kind: 'game-folder', folder: steam },
  {
    kind: 'add-community',
    ...{ id: 'x', name: 'Nordwind Roleplay', replaces: 'Nordwind', moves: true },
    baseUrl: 'https://api.nordwind.example/rpg',
    infoUrl: 'https://bank.nordwind.example',
    otherHosts: ['www.teamspeak.com', 'steamcommunity.com', 'static.nordwind.example'],
  },
  { kind: 'read-profile', address: 'https://nordwind.example/launcher/loadout/profile.json' },
  { kind: 'empty-quarantine', mods: ['@Nordwind'], files: 1234, bytes: 7_654_321_098, folder: steam },
  { kind: 'remove-mod', mod: '@Nordwind', files: 1234, bytes: 7_654_321_098, others: 17, folder: steam },
  { kind: 'keep-quarantine', days: 7, gib: 10 },
  { kind: 'launch-switches', switches: '-mod=@own;@other -profiles=C:\\My Games -noSound -noPause -world=empty' },
  { kind: 'clear-missions', files: 87, bytes: 1_234_567_890, folder: `${steam}/MPMissionsCache` },
  { kind: 'launch-mods', mods: ['@Harbour Maps', '!Workshop\\@Sounds of the harbour'] },
  { kind: 'mod-preset', name: 'Sights', mods: ['@Harbour Maps'] },
  { kind: 'start-game', game: 'Arma 3' },
  { kind: 'start-game', game: 'Arma 3', server: 2 },
  { kind: 'external-link', url: `https://hostile.invalid/${'path/'.repeat(20)}?balance=1272215` },
  {
    kind: 'install-plugin',
    name: 'Task Force Arrowhead Radio',
    address: 'https://static.nordwind.example/voice/task_force_radio.ts3_plugin',
    sha256: '0123456789abcdef'.repeat(4),
  },
  { kind: 'open-folder', folder: `${steam}/@Nordwind` },
  {
    kind: 'own-recipe',
    ...{ community: 'Nordwind', game: 'Stand-in', appId: 107410, changed: false },
    parts: [
      { part: 'programs', values: ['win32: game.exe', 'linux: bin/game_x64'] },
      { part: 'arguments', values: ['-connect={host}', '-port={port}', '-mod={mods}'] },
      { part: 'registry', values: ['HKLM\\SOFTWARE\\game / main'] },
    ],
  },
]
