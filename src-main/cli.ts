process.exitCode = 2
