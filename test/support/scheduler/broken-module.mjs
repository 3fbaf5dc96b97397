throw new Error('This module does not like to be loaded');
