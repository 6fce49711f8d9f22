// Every Node of the lane loads this first.
const processes = require('node:child_process')
const { mkdirSync } = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const { Socket } = require('node:net')
const { join } = require('node:path')

// Wine 8 does not support TCP_KEEPALIVE. A connection with it fails with UNKNOWN.
const { connect } = Socket.prototype
Socket.prototype.connect = function (...words) {
  for (const options of words.flat()) if (options?.keepAlive) options.keepAlive = false
  return connect.apply(this, words)
}
Socket.prototype.setKeepAlive = function () {
  return this
}

// Once in some thousand times, wine 8 refuses to start a program, with UNKNOWN. Nothing has begun then, so it is asked again.
const { spawn } = processes
processes.spawn = (...words) => {
  try {
    return spawn(...words)
  } catch (error) {
    if (error.code !== 'UNKNOWN') throw error
    return spawn(...words)
  }
}
syncBuiltinESMExports()

// The user's folders, in a path with a space and an umlaut. They are set here, because wine resets them for each program that it starts
// from Linux.
const home = process.env.LOADOUT_LANE_HOME
if (home && process.env.USERPROFILE !== home) {
  const folders = { APPDATA: 'AppData\\Roaming', LOCALAPPDATA: 'AppData\\Local', TEMP: 'Temp', TMP: 'Temp' }
  process.env.USERPROFILE = home
  for (const [name, folder] of Object.entries(folders)) {
    process.env[name] = join(home, folder)
    mkdirSync(process.env[name], { recursive: true })
  }
}
