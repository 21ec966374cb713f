// Loaded into every process that `npm start` runs: when the parent is gone (even by kill -9), the child stops too.
if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
