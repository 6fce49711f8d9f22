/** Who may import whom: the rooms of docs/architecture.md as lint rules. Each message names the right room. */

const domains = ['cli', 'http', 'mods', 'community', 'bank', 'vault', 'player', 'play', 'settings', 'demo', 'lib']
const indexes = domains.map((room) => `./${room}/index.ts`)

export const mainRooms = [
  ...domains.map((room) => ({
    target: `./src-main/${room}`,
    from: './src-main',
    except: [...new Set([`./${room}`, './lib', './settings', ...indexes])],
    message: `A room sees itself, lib, settings and the other rooms' index.ts. What it needs beyond that is passed in by src-main/shell/rooms.`,
  })),
  {
    target: './src-main',
    from: './src-preload',
    except: ['./contract'],
    message: 'Main speaks to the page through src-preload/contract only.',
  },
  { target: './src-main', from: './src-renderer', message: 'Main never imports the page.' },
]

const pageDomains = [
  'mods',
  'play',
  'servers',
  'voice',
  'news',
  'player',
  'bank',
  'market',
  'shops',
  'world',
  'settings',
]

export const pageRooms = [
  {
    target: './src-renderer',
    from: './src-main',
    message: 'The page reaches main through the bridge: src-preload/contract.',
  },
  {
    target: './src-renderer',
    from: './src-preload',
    except: ['./contract'],
    message: 'The page may import the contract only.',
  },
  {
    target: './src-renderer/shared',
    from: './src-renderer',
    except: ['./shared'],
    message: 'shared knows no domain: pass it in, or move the code to the domain.',
  },
  ...pageDomains.map((domain) => ({
    target: `./src-renderer/${domain}`,
    from: './src-renderer',
    except: [`./${domain}`, './shared'],
    message: 'A domain sees itself and shared. Views put domains together.',
  })),
  { target: './src-preload', from: './src-main', message: 'The preload is a transport: contract only.' },
  { target: './src-preload', from: './src-renderer', message: 'The preload is a transport: contract only.' },
]

const electronMessage =
  'Only src-main/shell and the composition root may import electron. Pass what you need into the room.'

export const electronOnlyInShell = {
  'no-restricted-imports': ['error', { paths: [{ name: 'electron', message: electronMessage }] }],
}

const shim = 'Only src-main/shell/bridge/electron.ts speaks IPC. Add a member to src-preload/contract instead.'

export const bridgeOnly = {
  'no-restricted-imports': [
    'error',
    { paths: [{ name: 'electron', importNames: ['ipcMain', 'ipcRenderer'], message: shim }] },
  ],
  'bridge/only': 'error',
}
