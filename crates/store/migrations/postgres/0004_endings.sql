-- One set of words for how games end: 'discs', 'resigned', 'time', 'agreed', 'forfeited', 'adjudicated', 'aborted'.
UPDATE library SET ending = 'discs' WHERE ending = 'played';
UPDATE library SET ending = 'time' WHERE ending = 'timed-out';
