// Run as a worker, ELK answers messages instead of exporting anything.
import 'elkjs/lib/elk-worker.min.js';
