import { runProduct } from '@/lib/cli/product';

await runProduct('dev');
